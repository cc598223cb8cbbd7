using System;

namespace Adwarden
{
    /// <summary>How a client is started: the server's address, the app, and what is optional.</summary>
    public sealed class AdwardenOptions
    {
        /// <param name="address">Of the server, such as <c>https://adwarden.example.com</c>.</param>
        public AdwardenOptions(string address, string appId, string authToken)
        {
            Address = address ?? "";
            AppId = (appId ?? "").Trim();
            AuthToken = (authToken ?? "").Trim();
        }

        public string Address { get; }
        public string AppId { get; }
        public string AuthToken { get; }

        /// <summary>Without it, every start needs the network.</summary>
        public IAdwardenStorage Storage { get; set; }

        /// <summary>The text of an answer ("Download defaults" in Connect). It counts until the first answer is known.</summary>
        public string Defaults { get; set; }

        /// <summary>For debug builds: Google's sample ad units, whatever the server says.</summary>
        public SampleAds UseSampleAds { get; set; }

        /// <summary>
        /// For debug builds: gets why no answer comes, once for each cause, on any thread. With <see cref="UseSampleAds"/> it
        /// is Console.Error without being set.
        /// </summary>
        public Action<string> Log { get; set; }

        // Tests have other values of these.
        internal Device Device = Device.Real;
        internal int LongestStart = 100; // milliseconds for the storage; handlers hear of what is read later
        internal int Timeout = 10000; // milliseconds of a request
    }
}
