import { useLayoutEffect } from 'react';
import { messageTime } from '../../lib/delays.ts';
import { Notifications, useNotifications } from '../../lib/toast-library.ts';
import { obstaclesInView } from './toast-obstacles.ts';
import { coveredBy, placeOfToasts } from './toast-place.ts';

/** Milliseconds between two looks whether something has come below the toasts: a dialog, another page. */
const lookEvery = 200;
/** Narrower than this (CSS pixels) toasts begin at the bottom. */
const phoneBelow = 640;

/** The toasts. They lie where nothing acts, at the top right if there is room (spec, section 9). */
export function ToastList() {
  const { notifications } = useNotifications();
  const count = notifications.length;
  useLayoutEffect(() => {
    if (count === 0) return;
    place(true);
    const timer = setInterval(() => place(false), lookEvery);
    return () => clearInterval(timer);
  }, [count]);
  return (
    <Notifications
      position="top-right"
      autoClose={messageTime}
      zIndex="var(--z-toast)"
      containerWidth={360}
    />
  );
}

/** Toasts that are looked at or have the focus stay where they are. So do those that cover nothing, unless they are `fresh`. */
function place(fresh: boolean): void {
  const list = document.querySelector<HTMLElement>(
    '.mantine-Notifications-root[data-position="top-right"]',
  );
  if (!list || (!fresh && list.matches(':hover, :focus-within'))) return;
  const { left, top, width } = list.getBoundingClientRect();
  const height = wholeHeight(list);
  const obstacles = obstaclesInView();
  const here = { left, top, right: left + width, bottom: top + height };
  const isInView = here.bottom <= window.innerHeight;
  if (!fresh && isInView && coveredBy(here, obstacles) === 0) return;
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const found = placeOfToasts({
    window: { width: document.documentElement.clientWidth, height: window.innerHeight },
    toasts: { width, height },
    below: Math.max(0, bar),
    fromBottom: window.innerWidth < phoneBelow,
    obstacles,
  });
  Object.assign(list.style, {
    top: `${found.top}px`,
    left: `${found.left}px`,
    right: 'auto',
    bottom: 'auto',
  });
}

/** CSS pixels between two toasts. */
const toastGap = 16;

/** Of all toasts, also while they still grow to it. */
function wholeHeight(list: HTMLElement): number {
  const toasts = [...list.querySelectorAll('.mantine-Notification-root')];
  return toasts.reduce((sum, { scrollHeight }) => sum + scrollHeight + toastGap, -toastGap);
}
