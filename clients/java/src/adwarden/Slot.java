package adwarden;

/** The slots of an app, with the last part of Google's sample ad unit of their format (Android). */
public enum Slot {
  NATIVE_1("googleNative1", "2247696110"),
  NATIVE_2("googleNative2", "2247696110"),
  NATIVE_3("googleNative3", "2247696110"),
  NATIVE_4("googleNative4", "2247696110"),
  BANNER_1("googleBanner1", "6300978111"),
  BANNER_2("googleBanner2", "6300978111"),
  BANNER_3("googleBanner3", "6300978111"),
  INTERSTITIAL_1("googleInterstitial1", "1033173712"),
  INTERSTITIAL_2("googleInterstitial2", "1033173712"),
  INTERSTITIAL_3("googleInterstitial3", "1033173712"),
  APP_OPEN_1("appOpen1", "9257395921"),
  APP_OPEN_2("appOpen2", "9257395921"),
  REWARD_1("reward1", "5224354917"),
  REWARD_2("reward2", "5224354917"),
  REWARD_3("reward3", "5224354917");

  public final String field; // its name in the server's answer
  final String sample;

  Slot(String field, String sample) {
    this.field = field;
    this.sample = "ca-app-pub-3940256099942544/" + sample;
  }
}
