using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Adwarden
{
    /// <summary>A device for tests. Its time moves only by the commands `advance` and `jump`, and it counts running tasks.</summary>
    internal sealed class VirtualDevice : Device
    {
        private readonly object gate = new object();
        private readonly List<Alarm> alarms = new List<Alarm>();
        private long uptime;
        private long wall = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
        private int busy;

        /// <summary>Whether threads can be started.</summary>
        internal bool HasThreads = true;

        internal override long Now()
        {
            lock (gate) return wall;
        }

        internal override long Uptime()
        {
            lock (gate) return uptime;
        }

        internal override Action After(long wait, Action task)
        {
            lock (gate)
            {
                var alarm = new Alarm { At = uptime + wait, Task = task };
                alarms.Add(alarm);
                return () =>
                {
                    lock (gate) alarms.Remove(alarm);
                };
            }
        }

        internal override void Run(Action task)
        {
            if (!HasThreads) throw new OutOfMemoryException("no thread can be started");
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

        /// <summary>Moves the time to the next alarm until `end`, and takes it. Without one, moves to `end` and returns null.</summary>
        private Alarm Next(long end)
        {
            lock (gate)
            {
                var next = alarms.Where(alarm => alarm.At <= end).OrderBy(alarm => alarm.At).FirstOrDefault();
                var at = next == null ? end : next.At;
                wall += at - uptime;
                uptime = at;
                alarms.Remove(next);
                return next;
            }
        }

        private sealed class Alarm
        {
            internal long At;
            internal Action Task;
        }
    }
}
