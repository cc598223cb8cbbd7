import { type Band, type LayoutView, shownLayout, toggleOf } from './layout-rules.ts';
import type { ColorScheme, LayoutSettings } from './layout-settings.ts';

/** Attributes of the document root by name; null: the attribute is absent. */
export type LayoutAttributes = Record<`data-${string}`, string | null>;

/**
 * The attributes of the document root for these settings in this window (spec, section 2 "Shell"), and Mantine's.
 * `scheme`: the colour scheme that these settings show on this system.
 */
export function layoutAttributes(
  settings: LayoutSettings,
  view: LayoutView,
  band: Band,
  scheme: ColorScheme,
): LayoutAttributes {
  const { layout, size, panel } = shownLayout(settings, view, band);
  return {
    'data-layout': layout,
    'data-color-scheme': scheme,
    'data-mantine-color-scheme': scheme,
    'data-layout-width': layout === 'twocolumn' ? null : settings.layoutWidth,
    'data-layout-position': settings.layoutPosition,
    'data-topbar': settings.topbarColor,
    'data-sidebar': settings.sidebarColor,
    'data-sidebar-size': layout === 'horizontal' ? null : size,
    'data-layout-style': settings.sidebarView,
    'data-sidebar-image': settings.sidebarImage,
    'data-preloader': settings.preloader,
    'data-sidebar-visibility': settings.sidebarVisibilitytype === 'hide' ? 'hidden' : 'show',
    // Not of the spec: what the toggle does and did, so that the style sheets need only attributes.
    'data-menu-toggle': toggleOf(settings, band),
    'data-menu-open': view.open ? 'true' : null,
    'data-sidebar-panel': layout === 'twocolumn' ? panel : null,
  };
}
