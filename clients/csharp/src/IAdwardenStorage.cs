namespace Adwarden
{
    /// <summary>Where the last answer is stored. It may throw. It is called in the background, where PlayerPrefs cannot be used.</summary>
    public interface IAdwardenStorage
    {
        /// <summary>The text that was stored under a key; null when there is none.</summary>
        string Read(string key);

        /// <summary>Stores a text, as a whole or not at all.</summary>
        void Write(string key, string text);
    }
}
