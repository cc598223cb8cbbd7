using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Adwarden
{
    public enum OnOff { Off, On }

    /// <summary>The ads of one app. All values come at once, from memory, on any thread. No member throws.</summary>
    public sealed class AdwardenClient
    {
        public const string Version = "0.2.0";
        private const long Hour = 3600000;
        private const int LongestRead = 1000; // milliseconds; then the storage counts as empty

        /// <summary>Seconds to wait after the first failures in a row; after more it is the last.</summary>
        private static readonly int[] Waits = { 1, 2, 4, 8, 16, 32, 64, 600 };
        private static readonly Dictionary<string, AdwardenClient> Started = new Dictionary<string, AdwardenClient>();

        private readonly AdwardenOptions options;
        private readonly string key;
        private readonly Device device;
        private readonly SynchronizationContext context = SynchronizationContext.Current;
        private readonly ManualResetEventSlim hasBegun = new ManualResetEventSlim();
        private readonly object gate = new object(); // for all that follows
        private volatile Answer stored;
        private long? refusedAt;
        private bool isConfirmed;
        private bool dropTag;
        private int failures;
        private long askAt = long.MaxValue; // uptime; never until the storage was read
        private IDisposable timer;
        private bool isAsking;
        private volatile bool isWriting;
        private bool isClosed;
        private string told;

        private AdwardenClient(AdwardenOptions options)
        {
            this.options = options;
            key = Answer.KeyOf(options.AppId);
            device = options.Device;
            told = Values();
        }

        /// <summary>Raised after a value has changed: on Unity's main thread if that started the client, else in the background.</summary>
        public event Action Changed;

        /// <summary>Starts the client of an app; a second start gets the same one. Reads what is stored, then asks in the background.</summary>
        public static AdwardenClient Start(AdwardenOptions options)
        {
            var client = new AdwardenClient(options);
            lock (Started)
            {
                if (Started.TryGetValue(client.Id, out var other)) client = other;
                else client.device.Run(client.Read);
                Started[client.Id] = client;
            }
            client.hasBegun.Wait(options.LongestStartMs);
            return client;
        }

        /// <summary>The ad unit of a slot; null when ads are off or the slot is empty.</summary>
        public string AdUnit(Slot slot) => Value(() =>
            !Enum.IsDefined(typeof(Slot), slot) ? null
            : options.UseSampleAds != SampleAds.None ? Slots.SampleOf(slot, options.UseSampleAds)
            : AdsStatus == OnOff.On ? stored.UnitOf(slot) : null);

        public OnOff AdsStatus => Value(() => !IsRefused() && Stored("adsStatus") == "on" ? OnOff.On : OnOff.Off);

        /// <summary>Why ads are off; null when they are on. `no-answer` and `unauthorized` come from this client.</summary>
        public string Reason => Value(() =>
            IsRefused() ? "unauthorized" : stored == null ? "no-answer" : Stored("reason"));

        public OnOff VisibleExtra => Value(() => Stored("visibleExtra") == "on" ? OnOff.On : OnOff.Off);

        /// <summary>When the app's configuration was changed (ISO 8601), or null.</summary>
        public string UpdatedAt => Value(() => Stored("updatedAt"));

        /// <summary>Whether the answer is from an earlier start, and the server has not confirmed it since.</summary>
        public bool IsFromCache => Value(() => stored != null && !isConfirmed);

        /// <summary>Ends all retries. The next start makes a new client.</summary>
        public void Close()
        {
            lock (Started) if (Started.TryGetValue(Id, out var current) && current == this) Started.Remove(Id);
            lock (gate)
            {
                isClosed = true;
                timer?.Dispose();
                Changed = null;
            }
        }

        private string Id => string.Join("\n", options.Address, options.AppId, options.AuthToken);

        /// <summary>Reads a value, and asks the server when it is time to.</summary>
        private T Value<T>(Func<T> read)
        {
            lock (gate)
            {
                AskIfDue();
                return read();
            }
        }

        private string Stored(string field) => stored == null ? null : Answer.Text(stored.Ads, field);

        private bool IsRefused() => refusedAt != null && (stored == null || device.Now() - refusedAt >= 24 * Hour);

        private void Read()
        {
            Task.Delay(LongestRead).ContinueWith(_ => Begin(null));
            Answer found = null; // also when the storage throws, or has what this version did not write
            Quietly(() => found = Answer.Read(options.AppId, options.Storage.Read(key)));
            Begin(found);
        }

        /// <summary>Goes on with what was stored. Only the first call counts.</summary>
        private void Begin(Answer found)
        {
            lock (gate)
            {
                if (hasBegun.IsSet) return;
                var now = device.Now();
                stored = found;
                if (found?.RefusedAt != null) refusedAt = Math.Min(found.RefusedAt.Value, now);
                var age = found == null || refusedAt != null ? -1 : now - found.CheckedAt;
                var isFresh = age >= 0 && age < found.MaxAge * 1000;
                askAt = device.Uptime() + (isFresh ? found.MaxAge * 1000 - age : 0);
                Tell();
                AskIfDue();
                hasBegun.Set();
            }
        }

        private void AskIfDue()
        {
            if (timer == null && device.Uptime() >= askAt) Ask();
        }

        private void Ask()
        {
            if (isAsking || isClosed) return;
            isAsking = true;
            var tag = dropTag ? null : stored?.ETag;
            device.Run(() => Finish(Request.Send(options, tag)));
        }

        private void Finish(Request answer)
        {
            lock (gate)
            {
                isAsking = false;
                if (!isClosed) Apply(answer, device.Now());
                if (!isClosed) Tell();
            }
        }

        private void Apply(Request answer, long now)
        {
            if (answer.Came == Request.Kind.Failed)
            {
                dropTag |= answer.DropTag;
                var wait = Waits[Math.Min(failures++, Waits.Length - 1)];
                AskLater(Math.Max(wait, answer.RetryAfter) * 1000);
                return;
            }
            failures = 0;
            if (answer.Came == Request.Kind.Refused)
            {
                AskLater(Hour);
                if (refusedAt <= now) return;
                refusedAt = now;
                if (stored != null) Store(stored.ETag, stored.CheckedAt, stored.MaxAge, stored.Ads);
                return;
            }
            refusedAt = null;
            isConfirmed = true;
            dropTag = false;
            askAt = device.Uptime() + answer.MaxAge * 1000;
            if (answer.Came == Request.Kind.New) Store(answer.ETag, now, answer.MaxAge, answer.Ads);
            else Store(stored.ETag, now, answer.MaxAge, stored.Ads);
        }

        /// <summary>Asks after `wait` or up to half as much again, so that phones that failed together spread.</summary>
        private void AskLater(long wait)
        {
            var random = new Random(Guid.NewGuid().GetHashCode()).NextDouble();
            timer = device.After((long)(wait * (1 + random / 2)), AskAgain);
        }

        private void AskAgain()
        {
            lock (gate)
            {
                timer = null;
                Ask();
            }
        }

        private void Store(string etag, long checkedAt, long maxAge, Dictionary<string, object> ads)
        {
            stored = new Answer(etag, checkedAt, maxAge, refusedAt, ads);
            if (options.Storage == null || isWriting) return;
            isWriting = true;
            device.Run(Write);
        }

        /// <summary>Writes the newest answer, and again when there is a newer one after that.</summary>
        private void Write()
        {
            while (isWriting)
            {
                var written = stored;
                var text = written.Write(options.AppId);
                if (text != null) Quietly(() => options.Storage.Write(key, text));
                lock (gate) isWriting = stored != written;
            }
        }

        private string Values() => IsRefused() + Json.Write(stored?.Ads);

        private void Tell()
        {
            if (told == Values()) return;
            told = Values();
            foreach (var handler in Changed?.GetInvocationList() ?? new Delegate[0])
                if (context == null) device.Run(() => Quietly((Action)handler));
                else context.Post(_ => Quietly((Action)handler), null);
        }

        /// <summary>Runs code of the app.</summary>
        private static void Quietly(Action code)
        {
            try
            {
                code();
            }
            catch (Exception)
            {
                // A broken storage costs the next start its cache, a broken handler nothing.
            }
        }
    }
}
