using System;
using System.Threading.Tasks;

namespace Adwarden
{
    public enum OnOff { Off, On }

    /// <summary>
    /// The ads of one app. All values come at once, from memory, on any thread; reading them asks the server when it is time
    /// to. No member throws. Tests of an app use <see cref="FakeAdwarden"/>.
    /// </summary>
    public abstract class AdwardenClient
    {
        public const string Version = "0.4.0";

        internal AdwardenClient()
        {
        }

        /// <summary>
        /// Starts the client of an app: reads what is stored, then asks in the background. A second start gets the same client,
        /// and gives it a new address or token.
        /// </summary>
        public static AdwardenClient Start(AdwardenOptions options) => Client.StartOrChange(options);

        /// <summary>
        /// Raised after a value has changed, and soon after a handler is added if an answer is known: on Unity's main thread if
        /// that started the client, else in the background. While there is a handler, the answer is kept fresh.
        /// </summary>
        public abstract event Action Changed;

        /// <summary>The ad unit of a slot; null when ads are off or the slot is empty.</summary>
        public abstract string AdUnit(Slot slot);

        public abstract OnOff AdsStatus { get; }

        /// <summary>Why ads are off; null when they are on. `no-answer` and `unauthorized` come from this client.</summary>
        public abstract string Reason { get; }

        public abstract OnOff VisibleExtra { get; }

        /// <summary>When the app's configuration was changed (ISO 8601), or null.</summary>
        public abstract string UpdatedAt { get; }

        /// <summary>Whether the values are of an earlier start or the defaults, and the server has not confirmed them since.</summary>
        public abstract bool IsFromCache { get; }

        /// <summary>How asking the server goes, and why it fails.</summary>
        public abstract AdwardenStatus Status { get; }

        /// <summary>True when the server has answered since the start; false when it could not, or after so many milliseconds.</summary>
        public abstract Task<bool> WhenReady(int milliseconds);

        /// <summary>Asks the server now, unless it has asked for a longer wait. Ends when that is over.</summary>
        public abstract Task Refresh();

        /// <summary>To be called when the device is online or the app in the foreground again: ends the wait of a failure.</summary>
        public abstract void Wake();

        /// <summary>Ends all retries. The next start makes a new client.</summary>
        public abstract void Close();
    }
}
