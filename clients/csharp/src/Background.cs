using System;
using System.Collections.Generic;

namespace Adwarden
{
    /// <summary>Runs tasks on threads of their own. A task waits as long as no thread can be started. Never throws.</summary>
    internal sealed class Background
    {
        private const long Retry = 1000; // milliseconds
        private readonly Device device;
        private readonly Queue<Action> waiting = new Queue<Action>(); // and the lock
        private bool hasAlarm;

        internal Background(Device device) => this.device = device;

        internal void Run(Action task)
        {
            lock (waiting) waiting.Enqueue(task);
            StartWaiting();
        }

        /// <summary>Starts the tasks that wait for a thread.</summary>
        internal void StartWaiting()
        {
            lock (waiting)
            {
                while (waiting.Count > 0)
                {
                    var task = waiting.Peek();
                    if (!Quietly(() => device.Run(() => Quietly(task))))
                    {
                        SetAlarm();
                        return;
                    }
                    waiting.Dequeue();
                }
            }
        }

        private void SetAlarm()
        {
            if (hasAlarm) return;
            hasAlarm = true;
            device.After(Retry, () =>
            {
                lock (waiting) hasAlarm = false;
                StartWaiting();
            });
        }

        /// <summary>Runs code that may throw, such as that of the app; whether it did not.</summary>
        internal static bool Quietly(Action code)
        {
            try
            {
                code();
                return true;
            }
            catch (Exception)
            {
                return false;
            }
        }
    }
}
