using System;
using System.Diagnostics;
using System.Threading;

namespace Adwarden
{
    /// <summary>The time of this device, in milliseconds, and its threads. Tests have another one.</summary>
    internal class Device
    {
        private static readonly Stopwatch SinceStart = Stopwatch.StartNew();
        private static readonly AlarmClock Alarms = new AlarmClock();
        internal static readonly Device Real = new Device();

        internal virtual long Now() => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds(); // may jump
        internal virtual long Uptime() => SinceStart.ElapsedMilliseconds; // never jumps

        /// <summary>Runs a task after `wait` milliseconds, unless the result is called before.</summary>
        internal virtual Action After(long wait, Action task) => Alarms.Set(wait, task);

        /// <summary>Runs a task on a thread of its own, because an app may keep the thread pool busy. May throw.</summary>
        internal virtual void Run(Action task) => new Thread(() => task()) { IsBackground = true }.Start();
    }
}
