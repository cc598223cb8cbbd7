using System;

// What the README uses of Google's Mobile Ads plugin for Unity.
namespace GoogleMobileAds.Api
{
    public sealed class InitializationStatus
    {
    }

    public static class MobileAds
    {
        public static void Initialize(Action<InitializationStatus> done)
        {
        }
    }

    public sealed class AdSize
    {
        public static readonly AdSize Banner = new AdSize();
    }

    public enum AdPosition { Top, Bottom }

    public sealed class AdRequest
    {
    }

    public sealed class BannerView
    {
        public BannerView(string adUnitId, AdSize adSize, AdPosition position)
        {
        }

        public void LoadAd(AdRequest request)
        {
        }

        public void Destroy()
        {
        }
    }
}
