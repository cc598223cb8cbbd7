using System;
using System.IO;
using System.Text;
using System.Threading;

namespace Adwarden
{
    /// <summary>A storage in a folder. A file is replaced as a whole, so that a killed app leaves the old or the new one.</summary>
    public sealed class FileStorage : IAdwardenStorage
    {
        private const int MostTries = 5;
        private static readonly TimeSpan LongestWrite = TimeSpan.FromMinutes(1); // an older unfinished file is of a killed process
        private readonly string folder;

        /// <param name="folder">In Unity <c>Application.persistentDataPath</c>.</param>
        public FileStorage(string folder) => this.folder = folder;

        public string Read(string key)
        {
            var file = new FileInfo(FileOf(key));
            return file.Exists && file.Length <= Stored.Longest ? File.ReadAllText(file.FullName) : null;
        }

        public void Write(string key, string text)
        {
            Directory.CreateDirectory(folder);
            RemoveUnfinished(key);
            // Each write has a file of its own, because several processes may use the folder.
            var temporary = Path.Combine(folder, key + "." + Guid.NewGuid().ToString("N") + ".tmp");
            try
            {
                using (var file = new FileStream(temporary, FileMode.CreateNew))
                {
                    var bytes = Encoding.UTF8.GetBytes(text);
                    file.Write(bytes, 0, bytes.Length);
                    file.Flush(true);
                }
                Replace(temporary, FileOf(key));
            }
            finally
            {
                File.Delete(temporary); // it is there only if the write failed
            }
        }

        /// <summary>Replaces a file, or makes it. `File.Replace` needs an old file, and `File.Move` needs that there is none.</summary>
        private static void Replace(string temporary, string file)
        {
            for (var tries = 1;; tries++)
            {
                try
                {
                    if (File.Exists(file)) File.Replace(temporary, file, null);
                    else File.Move(temporary, file);
                    return;
                }
                catch (Exception) when (tries < MostTries)
                {
                    // Another process was faster, or reads it (Windows).
                    Thread.Sleep(20 * tries);
                }
            }
        }

        private void RemoveUnfinished(string key)
        {
            foreach (var file in Directory.GetFiles(folder, key + ".*.tmp"))
                if (DateTime.UtcNow - File.GetLastWriteTimeUtc(file) > LongestWrite) File.Delete(file);
        }

        private string FileOf(string key) => Path.Combine(folder, key + ".json");
    }
}
