// Every interface of the suite by one import. A vertical imports only those that it has an edge to.
@_exported public import AppointmentsIO
@_exported public import AuthenticationIO
@_exported public import ClinicalRecordsIO
@_exported public import MapsIO
