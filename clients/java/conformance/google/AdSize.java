package com.google.android.gms.ads;

public final class AdSize {
  public static final AdSize BANNER = new AdSize();
}
