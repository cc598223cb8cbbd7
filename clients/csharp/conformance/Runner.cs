using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;

namespace Adwarden
{
    /// <summary>The runner of the conformance suite (clients/conformance/README.md): commands on stdin, answers on stdout.</summary>
    internal static class Runner
    {
        private static readonly VirtualDevice Device = new VirtualDevice();
        private static readonly Dictionary<string, AdwardenClient> Clients = new Dictionary<string, AdwardenClient>();
        private static readonly Dictionary<string, int[]> Changes = new Dictionary<string, int[]>();
        private static volatile string store = "works";

        private static void Main()
        {
            var utf8 = new UTF8Encoding(false);
            var input = new StreamReader(Console.OpenStandardInput(), utf8);
            var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true };
            for (var line = input.ReadLine(); line != null; line = input.ReadLine())
            {
                var words = line.Split(' ').Select(Uri.UnescapeDataString).ToArray();
                try
                {
                    output.WriteLine(Json.Write(Run(words)));
                }
                catch (Exception e)
                {
                    output.WriteLine(Json.Write(new Dictionary<string, object> { { "error", e.ToString() } }));
                }
            }
        }

        private static Dictionary<string, object> Run(string[] words)
        {
            var name = words.Length > 1 ? words[1] : "";
            switch (words[0])
            {
                case "open":
                    return Open(name, words);
                case "close":
                    if (Clients.TryGetValue(name, out var closed)) closed.Close();
                    Clients.Remove(name);
                    break;
                case "read":
                    return Read(Clients[name], Changes[name]);
                case "crowd":
                    Crowd(Clients[name], int.Parse(words[2]));
                    break;
                case "settle":
                    Device.Settle();
                    break;
                case "advance":
                    Device.Advance(long.Parse(name));
                    break;
                case "jump":
                    Device.Jump(long.Parse(name));
                    break;
                case "store":
                    store = name;
                    break;
                default:
                    throw new ArgumentException(words[0]);
            }
            return new Dictionary<string, object>();
        }

        private static Dictionary<string, object> Open(string name, string[] words)
        {
            var began = System.Diagnostics.Stopwatch.StartNew();
            var client = AdwardenClient.Start(new AdwardenOptions(words[2], words[3], words[4])
            {
                Storage = new BreakableStorage(words[5]),
                UseSampleAds = words[7] == "android" ? SampleAds.Android : words[7] == "ios" ? SampleAds.IOS : SampleAds.None,
                TimeoutMs = int.Parse(words[6]),
                // Other programs use the machine of the tests, too.
                LongestStartMs = store == "slow" ? 100 : 10000,
                Device = Device
            });
            var first = client.AdUnit(Slot.Banner1);
            var micros = (long)(began.Elapsed.TotalMilliseconds * 1000);
            var count = new int[1];
            client.Changed += () =>
            {
                Interlocked.Increment(ref count[0]);
                throw new InvalidOperationException("a handler that fails");
            };
            Clients[name] = client;
            Changes[name] = count;
            return new Dictionary<string, object> { { "first", first }, { "micros", micros } };
        }

        private static Dictionary<string, object> Read(AdwardenClient client, int[] changes)
        {
            var units = new Dictionary<string, object>();
            foreach (Slot slot in Enum.GetValues(typeof(Slot))) units[Slots.Fields[(int)slot]] = client.AdUnit(slot);
            return new Dictionary<string, object>
            {
                { "adsStatus", client.AdsStatus == OnOff.On ? "on" : "off" },
                { "reason", client.Reason },
                { "visibleExtra", client.VisibleExtra == OnOff.On ? "on" : "off" },
                { "updatedAt", client.UpdatedAt },
                { "isFromCache", client.IsFromCache },
                { "changes", changes[0] },
                { "units", units }
            };
        }

        private static void Crowd(AdwardenClient client, int count)
        {
            var threads = Enumerable.Range(0, count).Select(_ => new Thread(() => Read(client, new int[1]))).ToList();
            threads.ForEach(thread => thread.Start());
            threads.ForEach(thread => thread.Join());
        }

        /// <summary>A storage in files that can be full, broken or slow.</summary>
        private sealed class BreakableStorage : IAdwardenStorage
        {
            private readonly FileStorage files;

            internal BreakableStorage(string folder) => files = new FileStorage(folder);

            public string Read(string key)
            {
                if (store == "unreadable") throw new IOException("cannot be read");
                if (store == "slow") Thread.Sleep(2000);
                return files.Read(key);
            }

            public void Write(string key, string text)
            {
                if (store != "works") throw new IOException("no space left");
                files.Write(key, text);
            }
        }

        /// <summary>Its time passes only by the commands `advance` and `jump`, and it counts what is under way.</summary>
        private sealed class VirtualDevice : Device
        {
            private readonly object gate = new object();
            private readonly List<Alarm> alarms = new List<Alarm>();
            private long uptime;
            private long wall = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
            private int busy;

            internal override long Now()
            {
                lock (gate) return wall;
            }

            internal override long Uptime()
            {
                lock (gate) return uptime;
            }

            internal override IDisposable After(long wait, Action task)
            {
                lock (gate)
                {
                    var alarm = new Alarm { At = uptime + wait, Task = task };
                    alarms.Add(alarm);
                    return alarm;
                }
            }

            internal override void Run(Action task)
            {
                lock (gate) busy++;
                base.Run(() =>
                {
                    task();
                    lock (gate)
                    {
                        busy--;
                        Monitor.PulseAll(gate);
                    }
                });
            }

            internal void Settle()
            {
                lock (gate)
                {
                    while (busy > 0) Monitor.Wait(gate);
                }
            }

            internal void Jump(long milliseconds)
            {
                lock (gate) wall += milliseconds;
            }

            internal void Advance(long milliseconds)
            {
                Settle();
                var end = Uptime() + milliseconds;
                for (var next = Next(end); next != null; next = Next(end))
                {
                    next.Task();
                    Settle();
                }
            }

            /// <summary>Moves to the next alarm until `end` and takes it; null when there is none, and it is `end`.</summary>
            private Alarm Next(long end)
            {
                lock (gate)
                {
                    alarms.RemoveAll(alarm => alarm.IsDisposed);
                    var next = alarms.Where(alarm => alarm.At <= end).OrderBy(alarm => alarm.At).FirstOrDefault();
                    var at = next == null ? end : next.At;
                    wall += at - uptime;
                    uptime = at;
                    alarms.Remove(next);
                    return next;
                }
            }
        }

        private sealed class Alarm : IDisposable
        {
            internal long At { get; set; }
            internal Action Task { get; set; }
            internal bool IsDisposed { get; private set; }

            public void Dispose() => IsDisposed = true;
        }
    }
}
