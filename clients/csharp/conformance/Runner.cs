using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Adwarden
{
    using Fields = Dictionary<string, object>;

    /// <summary>The runner of the conformance suite (clients/conformance/README.md): commands on stdin, answers on stdout.</summary>
    internal static class Runner
    {
        private static readonly VirtualDevice Device = new VirtualDevice();
        private static readonly Dictionary<string, Opened> Clients = new Dictionary<string, Opened>();
        private static readonly ManualResetEvent PoolIsFree = new ManualResetEvent(true);

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
                    output.WriteLine(Json.Write(new Fields { { "error", e.ToString() } }));
                }
            }
        }

        private static Fields Run(string[] words)
        {
            var name = words.Length > 1 ? words[1] : "";
            switch (words[0])
            {
                case "open":
                    var given = words.Skip(2).Select(word => word.Split(new[] { '=' }, 2));
                    return Open(name, given.ToDictionary(pair => pair[0], pair => pair[1]));
                case "close":
                    if (Clients.TryGetValue(name, out var closed)) closed.Client.Close();
                    Clients.Remove(name);
                    break;
                case "read":
                    return Clients[name].Read();
                case "listen":
                    Clients[name].Listen();
                    break;
                case "wake":
                    Clients[name].Client.Wake();
                    break;
                case "refresh":
                    Clients[name].Client.Refresh().Wait();
                    break;
                case "ready":
                    return new Fields { { "ready", Clients[name].Client.WhenReady(int.Parse(words[2])).Result } };
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
                    BreakableStorage.State = name;
                    break;
                case "threads":
                    Device.HasThreads = name == "work";
                    break;
                case "pool":
                    SetPool(name == "busy");
                    break;
                default:
                    throw new ArgumentException(words[0]);
            }
            return new Fields();
        }

        private static Fields Open(string name, Dictionary<string, string> given)
        {
            var opened = new Opened { Storage = new BreakableStorage(given["folder"]) };
            var samples = given["samples"];
            // A client calls its handlers in the context of the thread that started it.
            var context = given["thread"] == "broken" ? new BrokenContext() : null;
            SynchronizationContext.SetSynchronizationContext(context);
            var began = System.Diagnostics.Stopwatch.StartNew();
            opened.Client = AdwardenClient.Start(new AdwardenOptions(given["address"], given["appID"], given["token"])
            {
                Storage = opened.Storage,
                Defaults = given["defaults"],
                UseSampleAds = samples == "android" ? SampleAds.Android : samples == "ios" ? SampleAds.IOS : SampleAds.None,
                Log = opened.Log,
                Timeout = int.Parse(given["timeout"]),
                // Other programs use the machine of the tests, too.
                LongestStart = BreakableStorage.State == "slow" || !Device.HasThreads ? 100 : 10000,
                Device = Device
            });
            var first = opened.Client.AdUnit(Slot.Banner1);
            var micros = (long)(began.Elapsed.TotalMilliseconds * 1000);
            SynchronizationContext.SetSynchronizationContext(null);
            if (given["listener"] == "yes") opened.Listen();
            Clients[name] = opened;
            return new Fields { { "first", first }, { "micros", micros } };
        }

        private static void Crowd(Opened opened, int count)
        {
            var threads = Enumerable.Range(0, count).Select(_ => new Thread(() => opened.Read())).ToList();
            threads.ForEach(thread => thread.Start());
            threads.ForEach(thread => thread.Join());
        }

        /// <summary>Fills the thread pool with tasks that sleep, more than it gets threads for in a minute.</summary>
        private static void SetPool(bool isBusy)
        {
            PoolIsFree.Set();
            if (!isBusy) return;
            PoolIsFree.Reset();
            for (var task = 0; task < 200; task++) Task.Run(() => PoolIsFree.WaitOne());
        }
    }
}
