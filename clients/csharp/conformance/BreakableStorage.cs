using System.IO;
using System.Threading;

namespace Adwarden
{
    /// <summary>A storage in files that counts, and that can be full, broken or slow.</summary>
    internal sealed class BreakableStorage : IAdwardenStorage
    {
        /// <summary>Of all storages: `works`, `full`, `unreadable` or `slow`.</summary>
        internal static volatile string State = "works";
        internal volatile int Writes;
        internal volatile int FailedWrites;
        private readonly FileStorage files;

        internal BreakableStorage(string folder) => files = new FileStorage(folder);

        public string Read(string key)
        {
            if (State == "unreadable") throw new IOException("cannot be read");
            if (State == "slow") Thread.Sleep(3000);
            return files.Read(key);
        }

        public void Write(string key, string text)
        {
            Writes++;
            if (State == "full" || State == "unreadable") throw new IOException("no space left");
            try
            {
                files.Write(key, text);
            }
            catch
            {
                FailedWrites++;
                throw;
            }
        }
    }
}
