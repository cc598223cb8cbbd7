using System;
using System.Threading;

namespace Adwarden
{
    /// <summary>
    /// The handlers of <see cref="AdwardenClient.Changed"/>. They are called on the thread that started the client if that has
    /// a context, such as Unity's main thread, else in the background.
    /// </summary>
    internal sealed class Handlers
    {
        private readonly SynchronizationContext context = SynchronizationContext.Current;
        private readonly Background background;

        /// <summary>Null when there are none.</summary>
        internal volatile Action All;

        internal Handlers(Background background) => this.background = background;

        /// <summary>Calls some of them soon, if they are still there then.</summary>
        internal void Call(Action some)
        {
            foreach (Action each in ListOf(some))
            {
                Action call = () =>
                {
                    if (Array.IndexOf(ListOf(All), each) >= 0) each();
                };
                if (context == null) background.Run(call);
                else Background.Quietly(() => context.Post(_ => Background.Quietly(call), null));
            }
        }

        private static Delegate[] ListOf(Action some) => some?.GetInvocationList() ?? new Delegate[0];
    }
}
