using System;
using System.Diagnostics;
using System.Threading;

namespace Adwarden
{
    /// <summary>The time of this device, in milliseconds, and its background. Tests have another one.</summary>
    internal class Device
    {
        private static readonly Stopwatch SinceStart = Stopwatch.StartNew();

        internal virtual long Now() => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds(); // may jump
        internal virtual long Uptime() => SinceStart.ElapsedMilliseconds; // never jumps

        /// <summary>Runs a task after `wait` milliseconds, unless the result is disposed before.</summary>
        internal virtual IDisposable After(long wait, Action task) => new Timer(_ => task(), null, wait, Timeout.Infinite);

        /// <summary>Runs a task on a thread of its own, because an app may keep the thread pool busy.</summary>
        internal virtual void Run(Action task) => new Thread(() => task()) { IsBackground = true }.Start();
    }
}
