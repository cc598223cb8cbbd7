package com.google.android.gms.ads;

import android.content.Context;
import android.view.ViewGroup;

/** The part of Google's Mobile Ads SDK that the README shows. */
public final class AdView extends ViewGroup {
  private String unit;

  public AdView(Context context) {}

  public void setAdSize(AdSize size) {}

  public String getAdUnitId() {
    return unit;
  }

  public void setAdUnitId(String unit) {
    this.unit = unit;
  }

  public void loadAd(AdRequest request) {}
}
