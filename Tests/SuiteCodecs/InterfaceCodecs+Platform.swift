import ColonnadeContract
import ColonnadeSystemIO
import EchoIO
import KitchenSinkIO

// What the platform itself says, and what tests say.
extension InterfaceCodecs {
    public static let echo: InterfaceCodecs = InterfaceCodecs(
        EchoContract.descriptor,
        [
            Codec(EchoIO.CountRequest.self),
            Codec(EchoIO.EchoCommand.self),
            Codec(EchoIO.EchoPayload.self),
            Codec(EchoIO.EchoRefusal.self),
            Codec(EchoIO.EchoRefusal.Kind.self),
            Codec(EchoIO.NoteRequest.self),
            Codec(EchoIO.PourRequest.self),
            Codec(EchoIO.PauseRequest.self),
        ])
    public static let kitchenSink: InterfaceCodecs = InterfaceCodecs(
        KitchenSinkContract.descriptor,
        [
            Codec(KitchenSinkIO.Arrays.self),
            Codec(KitchenSinkIO.Colour.self),
            Codec(KitchenSinkIO.Dictionaries.self),
            Codec(KitchenSinkIO.Everything.self),
            Codec(KitchenSinkIO.KitchenSinkRefusal.self),
            Codec(KitchenSinkIO.Mood.self),
            Codec(KitchenSinkIO.Names.self),
            Codec(KitchenSinkIO.Names.Colour.self),
            Codec(KitchenSinkIO.Names.Result_.self),
            Codec(KitchenSinkIO.Optionals.self),
            Codec(KitchenSinkIO.Shape.self),
            Codec(KitchenSinkIO.Tree.self),
        ])

    static let introspection: InterfaceCodecs = InterfaceCodecs(
        IntrospectionContract.descriptor,
        [
            Codec(ColonnadeSystemIO.BoardStats.self),
            Codec(ColonnadeSystemIO.DurationCount.self),
            Codec(ColonnadeSystemIO.EdgeStats.self),
            Codec(ColonnadeSystemIO.ContractRequest.self),
            Codec(ColonnadeSystemIO.DaemonInfo.self),
            Codec(ColonnadeSystemIO.DaemonStats.self),
            Codec(ColonnadeSystemIO.InfoRequest.self),
            Codec(ColonnadeSystemIO.LinkAnswer.self),
            Codec(ColonnadeSystemIO.LinkMatch.self),
            Codec(ColonnadeSystemIO.LinkRequest.self),
            Codec(ColonnadeSystemIO.Ping.self),
            Codec(ColonnadeSystemIO.ServedContract.self),
            Codec(ColonnadeSystemIO.StatsRequest.self),
            Codec(ColonnadeSystemIO.SpanRequest.self),
            Codec(ColonnadeSystemIO.KeptSpans.self),
            Codec(ColonnadeSystemIO.SpanRecord.self),
            Codec(ColonnadeSystemIO.SpanSide.self),
            Codec(ColonnadeSystemIO.CallEnding.self),
            Codec(ColonnadeSystemIO.WatchRequest.self),
            Codec(ColonnadeSystemIO.WatchedCalls.self),
            Codec(ColonnadeSystemIO.WatchedCall.self),
            Codec(ColonnadeSystemIO.MetricsRequest.self),
            Codec(ColonnadeSystemIO.KeptMetrics.self),
            Codec(ColonnadeSystemIO.MetricRecord.self),
            Codec(ColonnadeSystemIO.MetricLabel.self),
            Codec(ColonnadeSystemIO.MetricValue.self),
            Codec(ColonnadeSystemIO.MetricSpreadRecord.self),
            Codec(ColonnadeSystemIO.MetricBucket.self),
        ])

    static let supervisor: InterfaceCodecs = InterfaceCodecs(
        SupervisorContract.descriptor,
        [
            Codec(ColonnadeSystemIO.BrokenEdge.self),
            Codec(ColonnadeSystemIO.ReloadReport.self),
            Codec(ColonnadeSystemIO.ReloadRequest.self),
            Codec(ColonnadeSystemIO.VerticalChange.self),
            Codec(ColonnadeSystemIO.VerticalChangeKind.self),
            Codec(ColonnadeSystemIO.CrashRecord.self),
            Codec(ColonnadeSystemIO.CrashSelection.self),
            Codec(ColonnadeSystemIO.DescribedContract.self),
            Codec(ColonnadeSystemIO.DescribedVertical.self),
            Codec(ColonnadeSystemIO.DownReport.self),
            Codec(ColonnadeSystemIO.DownRequest.self),
            Codec(ColonnadeSystemIO.EdgeExplanation.self),
            Codec(ColonnadeSystemIO.EdgeQuestion.self),
            Codec(ColonnadeSystemIO.GenerationStatus.self),
            Codec(ColonnadeSystemIO.GroupSelection.self),
            Codec(ColonnadeSystemIO.GroupStatus.self),
            Codec(ColonnadeSystemIO.GroupStrategy.self),
            Codec(ColonnadeSystemIO.LogLine.self),
            Codec(ColonnadeSystemIO.LogRequest.self),
            Codec(ColonnadeSystemIO.LostCalls.self),
            Codec(ColonnadeSystemIO.Obituary.self),
            Codec(ColonnadeSystemIO.ObituaryRequest.self),
            Codec(ColonnadeSystemIO.ReexecReport.self),
            Codec(ColonnadeSystemIO.ReexecRequest.self),
            Codec(ColonnadeSystemIO.ReplaceRequest.self),
            Codec(ColonnadeSystemIO.RestartRequest.self),
            Codec(ColonnadeSystemIO.SupervisorQuestion.self),
            Codec(ColonnadeSystemIO.SupervisorRefusal.self),
            Codec(ColonnadeSystemIO.SupervisorStatus.self),
            Codec(ColonnadeSystemIO.VerticalSelection.self),
            Codec(ColonnadeSystemIO.VerticalState.self),
            Codec(ColonnadeSystemIO.VerticalStatus.self),
        ])

    static let shell: InterfaceCodecs = InterfaceCodecs(
        ShellContract.descriptor,
        [
            Codec(ColonnadeSystemIO.HomeRequest.self),
            Codec(ColonnadeSystemIO.LinkHandler.self),
            Codec(ColonnadeSystemIO.OpenedURL.self),
            Codec(ColonnadeSystemIO.OpenOutcome.self),
            Codec(ColonnadeSystemIO.OpenRequest.self),
        ])

    static let presentation: InterfaceCodecs = InterfaceCodecs(
        PresentationContract.descriptor,
        [
            Codec(ColonnadeSystemIO.Alert.self),
            Codec(ColonnadeSystemIO.AlertChoice.self),
            Codec(ColonnadeSystemIO.Route.self),
            Codec(ColonnadeSystemIO.Screen.self),
            Codec(ColonnadeSystemIO.ScreenAction.self),
            Codec(ColonnadeSystemIO.ScreenArgument.self),
            Codec(ColonnadeSystemIO.ScreenButton.self),
            Codec(ColonnadeSystemIO.ScreenButtonStyle.self),
            Codec(ColonnadeSystemIO.ScreenChange.self),
            Codec(ColonnadeSystemIO.ScreenChart.self),
            Codec(ColonnadeSystemIO.ScreenChartPoint.self),
            Codec(ColonnadeSystemIO.ScreenContent.self),
            Codec(ColonnadeSystemIO.ScreenDay.self),
            Codec(ColonnadeSystemIO.ScreenElement.self),
            Codec(ColonnadeSystemIO.ScreenEvent.self),
            Codec(ColonnadeSystemIO.ScreenField.self),
            Codec(ColonnadeSystemIO.ScreenForm.self),
            Codec(ColonnadeSystemIO.ScreenImage.self),
            Codec(ColonnadeSystemIO.ScreenInput.self),
            Codec(ColonnadeSystemIO.ScreenKeyValue.self),
            Codec(ColonnadeSystemIO.ScreenList.self),
            Codec(ColonnadeSystemIO.ScreenMap.self),
            Codec(ColonnadeSystemIO.ScreenNoticeKind.self),
            Codec(ColonnadeSystemIO.ScreenOption.self),
            Codec(ColonnadeSystemIO.ScreenOutput.self),
            Codec(ColonnadeSystemIO.ScreenPoint.self),
            Codec(ColonnadeSystemIO.ScreenRow.self),
            Codec(ColonnadeSystemIO.ScreenSeries.self),
            Codec(ColonnadeSystemIO.ScreenSlot.self),
            Codec(ColonnadeSystemIO.ScreenSlotDay.self),
            Codec(ColonnadeSystemIO.ScreenSlots.self),
            Codec(ColonnadeSystemIO.ScreenTab.self),
            Codec(ColonnadeSystemIO.ScreenTable.self),
            Codec(ColonnadeSystemIO.ScreenTableRow.self),
            Codec(ColonnadeSystemIO.ScreenText.self),
            Codec(ColonnadeSystemIO.ScreenTime.self),
            Codec(ColonnadeSystemIO.ScreenUpload.self),
            Codec(ColonnadeSystemIO.ScreenValue.self),
        ])

    static let screenParts: InterfaceCodecs = InterfaceCodecs(
        ScreenPartsContract.descriptor,
        presentation.codecs.filter { codec in ScreenPartsContract.descriptor.types.contains { $0.name == codec.type } })

    static let frames: InterfaceCodecs = InterfaceCodecs(
        FramesContract.descriptor,
        [
            Codec(ColonnadeContract.BoardDescriptor.self),
            Codec(ColonnadeContract.CaseDescriptor.self),
            Codec(ColonnadeContract.Complete.self),
            Codec(ColonnadeContract.ContractDescriptor.self),
            Codec(ColonnadeContract.Credit.self),
            Codec(ColonnadeContract.Describe.self),
            Codec(ColonnadeContract.Drain.self),
            Codec(ColonnadeContract.Fail.self),
            Codec(ColonnadeContract.FailReport.self),
            Codec(ColonnadeContract.FieldDescriptor.self),
            Codec(ColonnadeContract.Hello.self),
            Codec(ColonnadeContract.Metadata.self),
            Codec(ColonnadeContract.PeerLimits.self),
            Codec(ColonnadeContract.Reject.self),
            Codec(ColonnadeContract.TypeDescriptor.self),
            Codec(ColonnadeContract.Welcome.self),
        ])
}
