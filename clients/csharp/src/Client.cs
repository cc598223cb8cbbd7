using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Adwarden
{
    using Fields = Dictionary<string, object>;

    /// <summary>The client of docs/client-protocol.md. Times are uptimes in milliseconds, unless a comment says otherwise.</summary>
    internal sealed class Client : AdwardenClient
    {
        private const int WaitAfter401 = 3600; // seconds
        private const int LongestOffline = 60; // seconds to wait when the server was not reached
        private const int LongestWhileRead = 8; // the same, when the app reads values meanwhile; seconds
        private const int LongestRead = 1000; // for so long the first request waits for a slow storage
        private const int LeastBetween = 1000; // between two requests that the app wants
        private const int LeastBetweenChanges = 60000; // the same, when each has another address or token than the one before
        private const long LongestIdle = 600000; // the longest wait of an app that listens and reads nothing

        /// <summary>By app ID, so that there is one request at a time for each app.</summary>
        private static readonly Dictionary<string, Client> Started = new Dictionary<string, Client>();

        private readonly AdwardenOptions options;
        private readonly Device device;
        private readonly Background background;
        private readonly Records records;
        private readonly Handlers handlers;
        private readonly Http http = new Http();
        private readonly Fields defaults;
        private readonly ManualResetEventSlim hasBegun = new ManualResetEventSlim();

        private readonly object gate = new object(); // for all that follows
        private readonly List<Action> outside = new List<Action>(); // to be run without the lock
        private readonly List<TaskCompletionSource<bool>> waiting = new List<TaskCompletionSource<bool>>();
        private readonly List<AdwardenCause> logged = new List<AdwardenCause>();
        private Address address;
        private string authToken;
        private Stored stored;
        private Refusal refusal;
        private bool isAnswered; // the server has, since the start; or the stored answer is still fresh
        private bool isConfirmed;
        private bool isAsking;
        private bool isClosed;
        private bool dropTag;
        private int failures;
        private AdwardenState state;
        private AdwardenFailure failure;
        private long askAt = long.MaxValue; // from then on reading a value asks the server
        private long wakeAt; // from then on the app itself may ask
        private int unread; // the answers since a value was read
        private long idle; // for so long after `askAt` the timer waits because of that
        private Request asked; // the last one; null before the first
        private long changedAt; // when one had another address or token than that before it
        private string heldAddress; // this address wants not to be asked, with whatever token
        private long heldUntil;
        private Action cancelTimer; // null when there is no timer
        private string told;

        private Client(AdwardenOptions options)
        {
            this.options = options;
            device = options.Device;
            changedAt = device.Uptime() - LeastBetweenChanges;
            background = new Background(device);
            records = new Records(options.Storage, options.AppId, background);
            handlers = new Handlers(background);
            if (!string.IsNullOrEmpty(options.Defaults))
            {
                defaults = Ads.OfBody(Encoding.UTF8.GetBytes(options.Defaults), options.AppId);
                if (defaults == null)
                    Fail(AdwardenCause.BadDefaults, "The defaults are not an answer for this app ID. Download them again");
            }
            told = Values();
        }

        internal static Client StartOrChange(AdwardenOptions given)
        {
            var options = given ?? new AdwardenOptions(null, null, null);
            Client client;
            lock (Started)
            {
                if (!Started.TryGetValue(options.AppId, out client))
                    Started[options.AppId] = client = new Client(options);
            }
            client.Change(() => client.Use(options));
            client.hasBegun.Wait(options.LongestStart);
            return client;
        }

        public override event Action Changed
        {
            add
            {
                bool isKnown;
                lock (gate)
                {
                    handlers.All += value;
                    isKnown = Known != null || refusal != null;
                    KeepFresh();
                }
                if (isKnown) handlers.Call(value);
            }
            remove
            {
                lock (gate) handlers.All -= value;
            }
        }

        public override string AdUnit(Slot slot)
        {
            AskIfDue();
            if (!Enum.IsDefined(typeof(Slot), slot)) return null;
            if (options.UseSampleAds != SampleAds.None) return Slots.SampleOf(slot, options.UseSampleAds);
            lock (gate) return IsOn ? Ads.UnitOf(Known, slot) : null;
        }

        public override OnOff AdsStatus
        {
            get
            {
                AskIfDue();
                lock (gate) return IsOn ? OnOff.On : OnOff.Off;
            }
        }

        public override string Reason
        {
            get
            {
                AskIfDue();
                lock (gate) return IsRefused ? "unauthorized" : Known == null ? "no-answer" : Ads.Text(Known, "reason");
            }
        }

        public override OnOff VisibleExtra => TextOf("visibleExtra") == "on" ? OnOff.On : OnOff.Off;

        public override string UpdatedAt => TextOf("updatedAt");

        public override bool IsFromCache
        {
            get
            {
                lock (gate) return Known != null && !isConfirmed;
            }
        }

        public override AdwardenStatus Status
        {
            get
            {
                lock (gate) return new AdwardenStatus(isAsking ? AdwardenState.Asking : state, failure);
            }
        }

        public override Task<bool> WhenReady(int milliseconds)
        {
            lock (gate)
            {
                if (isAnswered || isClosed || state == AdwardenState.Failed) return Task.FromResult(isAnswered);
                var ready = WhenAsked();
                Device.Real.After(milliseconds, () => End(ready, false));
                return ready.Task;
            }
        }

        public override Task Refresh()
        {
            background.StartWaiting();
            lock (gate)
            {
                if (MayAskNow) Ask();
                return isAsking ? WhenAsked().Task : Task.CompletedTask;
            }
        }

        public override void Wake()
        {
            background.StartWaiting();
            lock (gate)
            {
                unread = 0;
                if (MayAskNow && (state == AdwardenState.Failed || device.Uptime() >= askAt)) Ask();
            }
        }

        public override void Close()
        {
            lock (Started)
                if (Started.TryGetValue(options.AppId, out var current) && current == this) Started.Remove(options.AppId);
            lock (gate)
            {
                isClosed = true;
                StopTimer();
                handlers.All = null;
                EndWaiting();
                if (!isAsking) http.Dispose();
            }
        }

        /// <summary>What is known: the last answer, or before the first one the defaults.</summary>
        private Fields Known => stored != null ? stored.Ads : refusal == null ? defaults : null;

        private bool IsOn => !IsRefused && Ads.Text(Known, "adsStatus") == "on";

        private bool IsRefused => refusal != null && (stored == null || refusal.IsOver(device.Uptime()));

        private bool MayAskNow => hasBegun.IsSet && !isAsking && device.Uptime() >= wakeAt;

        private string TextOf(string field)
        {
            AskIfDue();
            lock (gate) return Ads.Text(Known, field);
        }

        /// <summary>Called when a value is read.</summary>
        private void AskIfDue()
        {
            background.StartWaiting();
            lock (gate)
            {
                unread = 0;
                if (device.Uptime() >= askAt) Ask();
                else if (idle > 0)
                {
                    idle = 0;
                    StopTimer();
                    KeepFresh();
                }
            }
        }

        /// <summary>Changes what this client knows. Then, without the lock, runs the code of the app that wants to know.</summary>
        private void Change(Action change)
        {
            background.StartWaiting();
            Action[] wanted;
            lock (gate)
            {
                change();
                Tell();
                wanted = outside.ToArray();
                outside.Clear();
            }
            foreach (var each in wanted) Background.Quietly(each);
        }

        /// <summary>Takes the newest address and token of the app. The first time, it begins to read what is stored.</summary>
        private void Use(AdwardenOptions newest)
        {
            var isFirst = address == null;
            if (!isFirst && newest.Address.Trim() == address.Given && newest.AuthToken == authToken) return;
            address = new Address(newest.Address);
            authToken = newest.AuthToken;
            if (address.Fault != null)
            {
                state = AdwardenState.Failed;
                Fail(AdwardenCause.BadAddress, address.Fault);
            }
            if (hasBegun.IsSet) AskChanged();
            else if (isFirst) BeginToRead();
        }

        private void BeginToRead()
        {
            if (options.Storage == null)
            {
                Begin();
                return;
            }
            Device.Real.After(LongestRead, () => Change(Begin));
            background.Run(() =>
            {
                var text = records.Read();
                Change(() => Take(text));
            });
        }

        /// <summary>Takes what was stored, which may come later than the server's answer.</summary>
        private void Take(string text)
        {
            if (!isConfirmed && !isClosed)
            {
                stored = Stored.Read(options.AppId, text, device.Uptime(), out var found);
                refusal = refusal ?? found;
            }
            Begin();
        }

        /// <summary>Asks for the first time, unless the stored answer is new.</summary>
        private void Begin()
        {
            if (hasBegun.IsSet) return;
            var age = stored == null || refusal != null ? -1 : device.Now() - stored.CheckedAt;
            isAnswered = age >= 0 && age < stored.MaxAge * 1000;
            askAt = isAnswered ? device.Uptime() + stored.FreshFor() - age : 0;
            if (isAnswered)
            {
                KeepFresh();
                EndWaiting();
            }
            else Ask();
            hasBegun.Set();
        }

        /// <summary>
        /// Asks with the newest address and token: once a minute at most, and not while this address wants not to be asked.
        /// </summary>
        private void AskChanged()
        {
            var now = device.Uptime();
            var at = Math.Max(now, changedAt + LeastBetweenChanges);
            if (address.Given == heldAddress) at = Math.Max(at, heldUntil);
            if (isAsking || at == now)
            {
                Ask();
                return;
            }
            askAt = wakeAt = at;
            StartTimer(at - now);
        }

        private void Ask()
        {
            if (isAsking || isClosed || address.Fault != null) return;
            StopTimer();
            isAsking = true;
            var request = new Request(address, options.AppId, authToken, dropTag ? null : stored?.ETag);
            if (asked != null && !request.HasSameServer(asked)) changedAt = device.Uptime();
            asked = request;
            background.Run(() =>
            {
                var outcome = request.Send(http, options.Timeout);
                Change(() => Finish(request, outcome));
            });
        }

        private void Finish(Request request, Outcome outcome)
        {
            isAsking = false;
            var isOld = request.Address != address || request.AuthToken != authToken;
            // What an address asks for holds for each token.
            var isHeld = outcome.IsHold && request.Address.Given == address.Given;
            if (isClosed) http.Dispose();
            else if (outcome.Cause == null) TakeAnswer(outcome);
            else if (isOld && !isHeld) AskChanged();
            else TakeFailure(outcome);
            if (!isAsking) EndWaiting();
        }

        private void TakeAnswer(Outcome outcome)
        {
            var uptime = device.Uptime();
            var before = stored;
            var isNew = outcome.Ads != null;
            stored = new Stored(
                isNew ? outcome.ETag : before.ETag, device.Now(), outcome.MaxAge, isNew ? outcome.Ads : before.Ads);
            var wasRefused = refusal != null;
            refusal = null;
            if (wasRefused || !stored.IsSame(before)) Write();
            state = AdwardenState.Answered;
            failures = 0;
            isConfirmed = isAnswered = true;
            dropTag = false;
            wakeAt = uptime + LeastBetween;
            var fresh = stored.FreshFor();
            askAt = uptime + fresh;
            idle = Math.Min(fresh << Math.Min(unread++, 16), Math.Max(fresh, LongestIdle)) - fresh;
            KeepFresh();
        }

        private void TakeFailure(Outcome outcome)
        {
            var uptime = device.Uptime();
            state = AdwardenState.Failed;
            Fail(outcome.Cause.Value, outcome.Message);
            dropTag |= outcome.DropTag;
            var is401 = outcome.Cause == AdwardenCause.Unauthorized;
            // The 24 hours may have ended. If no 401 has stored that yet, another failure does.
            var next = is401 ? Refusal.After(refusal, outcome.Date, uptime) : refusal?.Ended(uptime);
            if (next != null)
            {
                refusal = next;
                if (stored != null) Write();
            }
            var usual = failures < 7 ? 1 << failures : 600; // 1, 2, 4 … 64 s, and then ten minutes
            failures = is401 ? 0 : failures + 1;
            AskAfter(is401 ? WaitAfter401 : Math.Max(usual, outcome.RetryAfter), outcome.IsRefusal);
            if (!outcome.IsHold) return;
            heldAddress = address.Given;
            heldUntil = wakeAt;
        }

        /// <summary>
        /// Asks after so many seconds. If the server was not reached, it also asks earlier when a value is read or the app
        /// wakes up. Each wait is up to half as much longer, so that phones that failed together spread.
        /// </summary>
        private void AskAfter(long wait, bool isRefusal)
        {
            var uptime = device.Uptime();
            var second = 1000 * (1 + Stored.NextRandom() / 2);
            idle = 0;
            var timer = (long)((isRefusal ? wait : Math.Min(wait, LongestOffline)) * second);
            wakeAt = uptime + (isRefusal ? timer : LeastBetween);
            askAt = uptime + (isRefusal ? timer : (long)(Math.Min(wait, LongestWhileRead) * second));
            StartTimer(timer);
        }

        /// <summary>While there are handlers, a timer asks when the answer is no longer fresh; ever later while no value is read.</summary>
        private void KeepFresh()
        {
            if (handlers.All == null || cancelTimer != null || isAsking || isClosed || askAt == long.MaxValue) return;
            StartTimer(Math.Max(askAt + idle - device.Uptime(), 0));
        }

        private void StartTimer(long wait)
        {
            StopTimer();
            Action cancel = null;
            cancel = device.After(wait, () => Change(() =>
            {
                if (cancel != cancelTimer) return; // it was cancelled too late
                cancelTimer = null;
                if (state != AdwardenState.Answered || handlers.All != null) Ask();
            }));
            cancelTimer = cancel;
        }

        private void StopTimer()
        {
            cancelTimer?.Invoke();
            cancelTimer = null;
        }

        private void Write() => records.Write(stored.Write(options.AppId, refusal));

        private void Fail(AdwardenCause cause, string message)
        {
            // What networks and servers do hides no mistake in the defaults, which no answer mends.
            var passes = cause == AdwardenCause.NoAnswer || cause == AdwardenCause.NotOurs ||
                cause == AdwardenCause.Redirected || cause == AdwardenCause.Refused;
            if (!passes || failure?.Cause != AdwardenCause.BadDefaults)
                failure = new AdwardenFailure(cause, message, device.Now());
            var isSample = options.UseSampleAds != SampleAds.None;
            var log = options.Log ?? (isSample ? Console.Error.WriteLine : (Action<string>)null);
            if (log == null || logged.Contains(cause)) return;
            logged.Add(cause);
            var sample = isSample && !isAnswered ? " A release build would show no ads now." : "";
            outside.Add(() => log($"Adwarden: {message}.{sample}"));
        }

        /// <summary>The values that handlers want to know of.</summary>
        private string Values() => IsRefused + Json.Write(Known);

        private void Tell()
        {
            var values = Values();
            if (isClosed || values == told) return;
            told = values;
            // A handler that is added from now on knows these values: adding it has called it.
            var all = handlers.All;
            outside.Add(() => handlers.Call(all));
        }

        /// <summary>Ends with the next outcome of a request: whether the server has answered since the start.</summary>
        private TaskCompletionSource<bool> WhenAsked()
        {
            var end = new TaskCompletionSource<bool>();
            waiting.Add(end);
            return end;
        }

        private void EndWaiting()
        {
            var result = isAnswered && !isClosed;
            foreach (var end in waiting) End(end, result);
            waiting.Clear();
        }

        /// <summary>On a thread of its own, because the code of the app may go on there.</summary>
        private void End(TaskCompletionSource<bool> end, bool result) => background.Run(() => end.TrySetResult(result));
    }
}
