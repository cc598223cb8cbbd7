using System.IO;
using System.Text;

namespace Adwarden
{
    /// <summary>A storage in a folder. A file is replaced as a whole, so that a killed app leaves the old or the new one.</summary>
    public sealed class FileStorage : IAdwardenStorage
    {
        private readonly string folder;

        /// <param name="folder">In Unity <c>Application.persistentDataPath</c>.</param>
        public FileStorage(string folder) => this.folder = folder;

        public string Read(string key)
        {
            var file = new FileInfo(FileOf(key));
            return file.Exists && file.Length <= Answer.Longest ? File.ReadAllText(file.FullName) : null;
        }

        public void Write(string key, string text)
        {
            Directory.CreateDirectory(folder);
            var temporary = FileOf(key) + ".tmp";
            using (var file = new FileStream(temporary, FileMode.Create))
            {
                var bytes = Encoding.UTF8.GetBytes(text);
                file.Write(bytes, 0, bytes.Length);
                file.Flush(true);
            }
            if (File.Exists(FileOf(key))) File.Replace(temporary, FileOf(key), null);
            else File.Move(temporary, FileOf(key));
        }

        private string FileOf(string key) => Path.Combine(folder, key + ".json");
    }
}
