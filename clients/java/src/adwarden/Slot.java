package adwarden;

/** The slots of an app, with the last parts of Google's sample ad units of their format (Android, iOS). */
public enum Slot {
  NATIVE_1("googleNative1", "2247696110", "3986624511"),
  NATIVE_2("googleNative2", "2247696110", "3986624511"),
  NATIVE_3("googleNative3", "2247696110", "3986624511"),
  NATIVE_4("googleNative4", "2247696110", "3986624511"),
  BANNER_1("googleBanner1", "6300978111", "2934735716"),
  BANNER_2("googleBanner2", "6300978111", "2934735716"),
  BANNER_3("googleBanner3", "6300978111", "2934735716"),
  INTERSTITIAL_1("googleInterstitial1", "1033173712", "4411468910"),
  INTERSTITIAL_2("googleInterstitial2", "1033173712", "4411468910"),
  INTERSTITIAL_3("googleInterstitial3", "1033173712", "4411468910"),
  APP_OPEN_1("appOpen1", "9257395921", "5575463023"),
  APP_OPEN_2("appOpen2", "9257395921", "5575463023"),
  REWARD_1("reward1", "5224354917", "1712485313"),
  REWARD_2("reward2", "5224354917", "1712485313"),
  REWARD_3("reward3", "5224354917", "1712485313");

  public final String field; // its name in the server's answer
  private final String android;
  private final String ios;

  Slot(String field, String android, String ios) {
    this.field = field;
    this.android = android;
    this.ios = ios;
  }

  /** Google's sample ad unit of this slot's format. */
  String sample(boolean isIos) {
    return "ca-app-pub-3940256099942544/" + (isIos ? ios : android);
  }
}
