using System;
using System.Collections.Generic;
using System.Threading;

namespace Adwarden
{
    /// <summary>Runs short tasks at their time, all on one thread. The timers of .NET need the thread pool, which may be busy.</summary>
    internal sealed class AlarmClock
    {
        private readonly List<Alarm> alarms = new List<Alarm>(); // and the lock
        private bool isRunning;

        /// <summary>Sets an alarm in `wait` milliseconds. Returns what cancels it. Never throws.</summary>
        internal Action Set(long wait, Action task)
        {
            var alarm = new Alarm { At = Device.Real.Uptime() + wait, Task = task };
            lock (alarms)
            {
                alarms.Add(alarm);
                Monitor.Pulse(alarms);
                // Without a thread, the alarms wait for the next one that is set.
                if (!isRunning) isRunning = Background.Quietly(() => Device.Real.Run(Run));
            }
            return () =>
            {
                lock (alarms) alarms.Remove(alarm);
            };
        }

        private void Run()
        {
            for (;;) Background.Quietly(WaitForNext().Task);
        }

        private Alarm WaitForNext()
        {
            lock (alarms)
            {
                for (;;)
                {
                    Alarm next = null;
                    foreach (var alarm in alarms)
                        if (next == null || alarm.At < next.At) next = alarm;
                    var wait = next == null ? Timeout.Infinite : Math.Max(next.At - Device.Real.Uptime(), 0);
                    if (wait == 0)
                    {
                        alarms.Remove(next);
                        return next;
                    }
                    Monitor.Wait(alarms, (int)wait);
                }
            }
        }

        private sealed class Alarm
        {
            internal long At;
            internal Action Task;
        }
    }
}
