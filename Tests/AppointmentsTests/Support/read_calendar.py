"""Reads an iCalendar object by a stock parser, and prints its events as JSON. Fails where the parser finds anything wrong."""
import json
import sys

import icalendar

calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
assert str(calendar["version"]) == "2.0" and calendar["prodid"], "no version or no product"
events: list[dict[str, object]] = []
for event in calendar.walk("vevent"):
    assert not event.errors, event.errors
    events.append(
        {
            "uid": str(event["uid"]),
            "start": int(event["dtstart"].dt.timestamp()),
            "end": int(event["dtend"].dt.timestamp()),
            "stamp": int(event["dtstamp"].dt.timestamp()),
            "zone": str(event["dtstart"].dt.tzinfo),
            "sequence": int(event["sequence"]),
            "status": str(event["status"]),
            "summary": str(event["summary"]),
            "description": str(event.get("description", "")),
            "location": str(event.get("location", "")),
            "latitude": event["geo"].latitude if "geo" in event else None,
            "longitude": event["geo"].longitude if "geo" in event else None,
        }
    )
assert not calendar.errors, calendar.errors
json.dump(events, sys.stdout)
