package com.google.android.gms.ads;

public class AdRequest {
  public static class Builder {
    public AdRequest build() {
      return new AdRequest();
    }
  }
}
