using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;
using System.Threading;

namespace Adwarden
{
    /// <summary>A client that the suite has started, and what it did.</summary>
    internal sealed class Opened
    {
        private int changes;
        private int logs;
        internal AdwardenClient Client;
        internal BreakableStorage Storage;

        internal void Log(string text) => Interlocked.Increment(ref logs);

        internal void Listen() => Client.Changed += () =>
        {
            Interlocked.Increment(ref changes);
            throw new InvalidOperationException("a handler that fails");
        };

        internal Dictionary<string, object> Read()
        {
            var units = new Dictionary<string, object>();
            foreach (Slot slot in Enum.GetValues(typeof(Slot))) units[Slots.Fields[(int)slot]] = Client.AdUnit(slot);
            var failure = Client.Status.Failure;
            return new Dictionary<string, object>
            {
                { "adsStatus", Client.AdsStatus == OnOff.On ? "on" : "off" },
                { "reason", Client.Reason },
                { "visibleExtra", Client.VisibleExtra == OnOff.On ? "on" : "off" },
                { "updatedAt", Client.UpdatedAt },
                { "isFromCache", Client.IsFromCache },
                { "state", NameOf(Client.Status.State) },
                { "cause", failure == null ? null : NameOf(failure.Cause) },
                { "message", failure?.Message },
                { "changes", changes },
                { "logs", logs },
                { "writes", Storage.Writes },
                { "failedWrites", Storage.FailedWrites },
                { "units", units }
            };
        }

        /// <summary>The name in the protocol: `not-ours` of NotOurs.</summary>
        private static string NameOf(object value) => Regex.Replace(value.ToString(), "(?<=.)(?=[A-Z])", "-").ToLowerInvariant();
    }

    /// <summary>A thread that throws when it gets a handler.</summary>
    internal sealed class BrokenContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback task, object state) => throw new InvalidOperationException("broken");
    }
}
