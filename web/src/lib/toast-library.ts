/* Shows toasts, in a chunk of its own: only `import()` leads here, and the list of toasts, which comes with it. */

export {
  Notifications,
  notifications,
  notificationsStore,
  useNotifications,
} from '@mantine/notifications';
