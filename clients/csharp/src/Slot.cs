namespace Adwarden
{
    /// <summary>The slots of an app.</summary>
    public enum Slot
    {
        Native1, Native2, Native3, Native4, Banner1, Banner2, Banner3, Interstitial1, Interstitial2, Interstitial3,
        AppOpen1, AppOpen2, Reward1, Reward2, Reward3
    }

    /// <summary>Google's sample ad units, for debug builds: of which platform.</summary>
    public enum SampleAds { None, Android, IOS }

    internal static class Slots
    {
        /// <summary>The names in the server's answer, in the order of <see cref="Slot"/>.</summary>
        internal static readonly string[] Fields =
        {
            "googleNative1", "googleNative2", "googleNative3", "googleNative4", "googleBanner1", "googleBanner2",
            "googleBanner3", "googleInterstitial1", "googleInterstitial2", "googleInterstitial3", "appOpen1", "appOpen2",
            "reward1", "reward2", "reward3"
        };

        internal static string SampleOf(Slot slot, SampleAds platform)
        {
            var isAndroid = platform == SampleAds.Android;
            var unit =
                slot <= Slot.Native4 ? (isAndroid ? "2247696110" : "3986624511")
                : slot <= Slot.Banner3 ? (isAndroid ? "6300978111" : "2934735716")
                : slot <= Slot.Interstitial3 ? (isAndroid ? "1033173712" : "4411468910")
                : slot <= Slot.AppOpen2 ? (isAndroid ? "9257395921" : "5575463023")
                : (isAndroid ? "5224354917" : "1712485313");
            return "ca-app-pub-3940256099942544/" + unit;
        }
    }
}
