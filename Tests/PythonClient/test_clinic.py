"""The clinic's verticals under a supervisor: sessions, records and appointments, called as another language calls them."""
import time
import unittest
import uuid
from typing import Any

from connection import END, Connection, Frame
from exported import ROOT, messages, wire
from suite import Suite

authentication = messages("authentication")
records = messages("clinical_records")
appointments = messages("appointments")
SAMPLES = ROOT / "deploy/data/samples"
PASSWORD = "a sentence that nobody guesses"
DAY_NS = 86_400_000_000_000


class ClinicTests(unittest.TestCase):
    suite: Suite
    #: Session tokens, by who signed in.
    tokens: dict[str, str]
    patient: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.suite = Suite()
        cls.addClassCleanup(cls.suite.down)
        cls.tokens = {"operator": cls.sign_up(cls.suite.first_invitation())}
        cls.tokens["staff"] = cls.invite("operator", name="staff", role=authentication.ACCOUNT_ROLE_STAFF)
        cls.patient = cls.import_bundle("ana-keller.json").patients[0]
        cls.tokens["ana"] = cls.invite("staff", name="ana", role=authentication.ACCOUNT_ROLE_PATIENT, patient=cls.patient)
        cls.tokens["eva"] = cls.invite("staff", name="eva", role=authentication.ACCOUNT_ROLE_PATIENT, wards=[cls.patient])

    @classmethod
    def call(cls, vertical: str, board: int, body: Any, who: str | None = None) -> Frame:
        """Calls a board with one output, by somebody's session."""
        connection = cls.suite.connect(vertical)
        try:
            return connection.call(board, body, wire.Metadata(session=cls.tokens[who]) if who else None)
        finally:
            connection.close()

    @classmethod
    def invite(cls, by: str, **invitation: Any) -> str:
        """Invites somebody and signs them up; gives their token."""
        body = authentication.Invitation(**invitation)
        got = cls.call("authentication", authentication.AUTHENTICATION_BOARD_INVITE, body, by)
        assert got.type == "OUTPUT", got
        return cls.sign_up(authentication.InvitationCode.FromString(got.body).code)

    @classmethod
    def sign_up(cls, code: str) -> str:
        body = authentication.SignUp(code=code, password=PASSWORD)
        got = cls.call("authentication", authentication.AUTHENTICATION_BOARD_SIGN_UP, body)
        assert got.type == "OUTPUT", got
        return authentication.SignedIn.FromString(got.body).token

    @classmethod
    def import_bundle(cls, name: str) -> Any:
        """Sends a bundle in pieces; gives the summary."""
        data = (SAMPLES / name).read_bytes()
        pieces = [records.BytesValue(value=data[start:start + 20_000]) for start in range(0, len(data), 20_000)]
        connection = cls.suite.connect("clinical-records")
        try:
            bodies, last = connection.converse(
                records.CLINICAL_RECORDS_BOARD_IMPORT_BUNDLE, records.BundleImport(name=name), pieces,
                wire.Metadata(session=cls.tokens["staff"]))
        finally:
            connection.close()
        assert last.type == "COMPLETE" and last.message.done, last
        return records.ImportOutput.FromString(bodies[-1]).summary.value

    def connected(self, vertical: str) -> Connection:
        connection = self.suite.connect(vertical)
        self.addCleanup(connection.close)
        return connection

    def history(self, who: str | None, **values: Any) -> Frame:
        body = records.HistoryRequest(patient=self.patient, **values)
        return self.call("clinical-records", records.CLINICAL_RECORDS_BOARD_MEDICAL_HISTORY, body, who)

    def refused(self, got: Frame, refusal: type) -> str:
        self.assertEqual(got.type, "REFUSE", got)
        return refusal.FromString(got.body).WhichOneof("kind")

    def test_who_signed_in(self) -> None:
        got = self.call("authentication", authentication.AUTHENTICATION_BOARD_SESSION, authentication.Nothing(), "ana")
        session = authentication.SessionDescription.FromString(got.body)
        self.assertEqual((session.name, session.role, session.patient), ("ana", authentication.ACCOUNT_ROLE_PATIENT, self.patient))
        self.assertEqual(len(session.id), 16)
        self.assertGreater(session.expires, time.time_ns())
        self.assertFalse(session.HasField("guardian"))

    def test_a_wrong_password_is_refused(self) -> None:
        wrong = authentication.SignIn(name="ana", password="not what she would say")
        got = self.call("authentication", authentication.AUTHENTICATION_BOARD_SIGN_IN, wrong)
        self.assertEqual(got.type, "REFUSE", got)

    def test_patients_see_themselves_and_operators_nobody(self) -> None:
        for who in ["ana", "staff"]:
            page = records.HistoryPage.FromString(self.history(who, page_size=3).body)
            self.assertEqual(len(page.entries), 3)
            self.assertEqual([entry.time for entry in page.entries], sorted((entry.time for entry in page.entries), reverse=True))
        self.assertEqual(self.refused(self.history("operator"), records.ClinicalRecordsRefusal), "not_allowed")
        self.assertEqual(self.refused(self.history("eva"), records.ClinicalRecordsRefusal), "not_allowed")

    def test_the_gate_lets_nobody_pass_without_a_session(self) -> None:
        got = self.history(None)
        self.assertEqual(got.type, "FAIL", got)
        self.assertEqual((got.message.code, got.message.outcome), (wire.FAILURE_CODE_BARRIER_REFUSED, wire.DELIVERY_OUTCOME_NOT_DISPATCHED))

    def test_a_guardian_reads_by_the_minors_session(self) -> None:
        request = authentication.MinorSessionRequest(patient=self.patient)
        got = self.call("authentication", authentication.AUTHENTICATION_BOARD_MINOR_SESSION, request, "eva")
        token = authentication.SignedIn.FromString(got.body).token
        body = records.MinorHistoryRequest(session=token, history=records.HistoryRequest(patient=self.patient))
        got = self.call("clinical-records", records.CLINICAL_RECORDS_BOARD_MINOR_HISTORY, body, "eva")
        self.assertEqual(got.type, "OUTPUT", got)
        self.assertTrue(records.HistoryPage.FromString(got.body).entries)

    def test_maps_with_keys_and_counts(self) -> None:
        body = records.SummaryRequest(patient=self.patient)
        got = self.call("clinical-records", records.CLINICAL_RECORDS_BOARD_SUMMARY, body, "staff")
        summary = records.PatientSummary.FromString(got.body)
        self.assertGreater(summary.counts["Encounter"], 0, summary)

    def test_following_shows_what_another_import_adds(self) -> None:
        connection = self.connected("clinical-records")
        stream = connection.activate(
            records.CLINICAL_RECORDS_BOARD_FOLLOW, records.FollowRequest(patient=self.patient), END,
            wire.Metadata(session=self.tokens["staff"]))
        first = records.FollowOutput.FromString(connection.expect("OUTPUT", stream=stream).body)
        self.assertEqual(first.WhichOneof("kind"), "following")
        self.assertGreater(self.import_bundle("ana-keller-2025.json").added, 0)
        added = records.FollowOutput.FromString(connection.expect("OUTPUT", stream=stream).body)
        self.assertEqual(added.WhichOneof("kind"), "added")
        connection.cancel(stream)
        last = connection.outputs(stream)[1]
        self.assertEqual((last.type, last.message.code), ("FAIL", wire.FAILURE_CODE_CANCELLED))

    def test_a_booking_sent_twice_is_made_once(self) -> None:
        now = time.time_ns()
        request = appointments.SlotsRequest(
            clinic="fruit-street", practitioner="stein", until=now + 8 * DAY_NS, page_size=2, **{"from": now + DAY_NS})
        got = self.call("appointments", appointments.APPOINTMENTS_BOARD_SLOTS, request)
        slots = appointments.SlotsPage.FromString(got.body).slots
        booking = appointments.Booking(
            key=uuid.uuid4().bytes, patient=self.patient, clinic="fruit-street", practitioner="stein", start=slots[0].start,
            reason="Cough")
        made = [self.call("appointments", appointments.APPOINTMENTS_BOARD_BOOK, booking, "ana") for _ in range(2)]
        first, second = [appointments.Appointment.FromString(got.body) for got in made]
        self.assertEqual(first.id, second.id)
        booking.key = uuid.uuid4().bytes
        taken = self.call("appointments", appointments.APPOINTMENTS_BOARD_BOOK, booking, "staff")
        self.assertEqual(self.refused(taken, appointments.AppointmentsRefusal), "taken")

    def test_keys_of_sessions_come_one_by_one(self) -> None:
        connection = self.connected("authentication")
        stream = connection.activate(authentication.AUTHENTICATION_BOARD_WATCH_SESSIONS, authentication.Nothing(), END)
        kinds = []
        while not kinds or kinds[-1] != "complete":
            got = connection.expect("OUTPUT", stream=stream)
            kinds.append(authentication.SessionNews.FromString(got.body).WhichOneof("kind"))
        self.assertGreater(len(kinds), 1)
        connection.cancel(stream)
        self.assertEqual(connection.outputs(stream)[1].message.code, wire.FAILURE_CODE_CANCELLED)


if __name__ == "__main__":
    unittest.main()
