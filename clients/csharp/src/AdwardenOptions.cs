namespace Adwarden
{
    /// <summary>How a client is started: the server's address, the app, and what is optional.</summary>
    public sealed class AdwardenOptions
    {
        /// <param name="address">Of the server, such as <c>https://ads.example.com</c>.</param>
        public AdwardenOptions(string address, string appId, string authToken)
        {
            Address = address ?? "";
            AppId = appId ?? "";
            AuthToken = authToken ?? "";
        }

        public string Address { get; }
        public string AppId { get; }
        public string AuthToken { get; }

        /// <summary>Without it, every start needs the network.</summary>
        public IAdwardenStorage Storage { get; set; }

        /// <summary>For debug builds: Google's sample ad units, whatever the server says.</summary>
        public SampleAds UseSampleAds { get; set; }

        internal Device Device { get; set; } = new Device(); // tests have another one, and others of these
        internal int LongestStartMs { get; set; } = 100; // what is read later is a change
        internal int TimeoutMs { get; set; } = 10000;
    }

    /// <summary>Where the last answer is stored. It may throw. It is called in the background, where PlayerPrefs cannot be used.</summary>
    public interface IAdwardenStorage
    {
        /// <summary>The text that was stored under a key; null when there is none.</summary>
        string Read(string key);

        /// <summary>Stores a text, as a whole or not at all.</summary>
        void Write(string key, string text);
    }
}
