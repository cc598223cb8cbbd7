using System;

namespace Adwarden
{
    /// <summary>Reads and writes the record of an app in a storage, which may hang, be full or broken. Both in the background.</summary>
    internal sealed class Records
    {
        private readonly IAdwardenStorage storage;
        private readonly string key;
        private readonly Background background;
        private readonly object gate = new object(); // for what follows
        private string unwritten;
        private bool isWriting;

        internal Records(IAdwardenStorage storage, string appId, Background background)
        {
            this.storage = storage;
            this.background = background;
            key = Stored.KeyOf(appId);
        }

        /// <summary>Reads the text that is stored. Blocks. Null when there is none, or the storage throws.</summary>
        internal string Read()
        {
            try
            {
                return storage.Read(key);
            }
            catch (Exception)
            {
                return null;
            }
        }

        /// <summary>Stores a text; null is not stored. While one is written, only the newest waits.</summary>
        internal void Write(string text)
        {
            if (storage == null) return;
            lock (gate)
            {
                unwritten = text;
                if (isWriting) return;
                isWriting = true;
            }
            background.Run(WriteAll);
        }

        private void WriteAll()
        {
            for (;;)
            {
                string text;
                lock (gate)
                {
                    text = unwritten;
                    unwritten = null;
                    isWriting = text != null;
                    if (!isWriting) return;
                }
                try
                {
                    storage.Write(key, text);
                }
                catch (Exception)
                {
                    // It costs the next start its cache, nothing else.
                }
            }
        }
    }
}
