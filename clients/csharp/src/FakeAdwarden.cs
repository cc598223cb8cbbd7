using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Adwarden
{
    /// <summary>A client for tests of an app: it asks nobody, and has the values that the test sets.</summary>
    public sealed class FakeAdwarden : AdwardenClient
    {
        private readonly FakeValues values = new FakeValues();

        public override event Action Changed;
        public override OnOff AdsStatus => values.AdsStatus;
        public override string Reason => values.Reason;
        public override OnOff VisibleExtra => values.VisibleExtra;
        public override string UpdatedAt => values.UpdatedAt;
        public override bool IsFromCache => values.IsFromCache;
        public override AdwardenStatus Status => new AdwardenStatus(AdwardenState.Answered, null);

        /// <summary>Changes some of the values, and calls the handlers of <see cref="Changed"/>.</summary>
        public void Set(Action<FakeValues> change)
        {
            change(values);
            Changed?.Invoke();
        }

        public override string AdUnit(Slot slot) =>
            values.AdsStatus == OnOff.On && values.Units.TryGetValue(slot, out var unit) ? unit : null;

        public override Task<bool> WhenReady(int milliseconds) => Task.FromResult(true);
        public override Task Refresh() => Task.CompletedTask;

        public override void Wake()
        {
        }

        public override void Close() => Changed = null;
    }

    /// <summary>The values of a <see cref="FakeAdwarden"/>: at first, ads are on and all slots empty.</summary>
    public sealed class FakeValues
    {
        internal FakeValues()
        {
        }

        public OnOff AdsStatus = OnOff.On;
        public string Reason;
        public OnOff VisibleExtra;
        public string UpdatedAt;
        public bool IsFromCache;
        public readonly Dictionary<Slot, string> Units = new Dictionary<Slot, string>();
    }
}
