package android.view;

public class ViewGroup extends View {
  public void addView(View child) {}
}
