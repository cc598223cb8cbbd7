using System;

namespace Adwarden
{
    /// <summary>The 401 answers in a row since the last good answer. Times are in milliseconds.</summary>
    internal sealed class Refusal
    {
        private const long Grace = 24 * 3600000; // for so long the stored answer stays valid

        /// <summary>The server's time at the first of them, since 1970; null if the server did not say.</summary>
        internal readonly long? Date;

        /// <summary>How long they lasted, as far as it was known at the uptime `knownAt`.</summary>
        internal readonly long Lasted;
        private readonly long knownAt;

        internal Refusal(long? date, long lasted, long uptime)
        {
            Date = date;
            Lasted = Math.Max(lasted, 0);
            knownAt = uptime;
        }

        /// <summary>After one more 401. The server's clock counts also while the app does not run.</summary>
        internal static Refusal After(Refusal before, long? date, long uptime)
        {
            var first = before?.Date ?? date;
            if (date < first) first = date; // the first one was wrong
            var lasted = before == null ? 0 : before.LastedUntil(uptime);
            return new Refusal(first, Math.Max(lasted, date - first ?? 0), uptime);
        }

        internal bool IsOver(long uptime) => LastedUntil(uptime) >= Grace;

        /// <summary>What is to be stored when the 24 hours are over, and no 401 has stored that; otherwise null.</summary>
        internal Refusal Ended(long uptime) =>
            Lasted < Grace && IsOver(uptime) ? new Refusal(Date, LastedUntil(uptime), uptime) : null;

        private long LastedUntil(long uptime) => Lasted + uptime - knownAt;
    }
}
