package android.app;

import android.content.Context;
import android.view.View;

public abstract class Activity extends Context {
  public <T extends View> T findViewById(int id) {
    return null;
  }
}
