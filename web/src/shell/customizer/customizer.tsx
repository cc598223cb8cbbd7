import { Button } from '@mantine/core';
import { IconRefresh, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import floating from '../floating.module.css';
import { Control } from './control.tsx';
import classes from './customizer.module.css';
import { layoutStore, useLayout } from './layout-store.ts';
import { SidebarColorControl } from './sidebar-color-control.tsx';
import { SidebarImageControl } from './sidebar-image-control.tsx';

/** The floating settings button, on medium and larger screens, and the drawer it opens (spec, section 2). */
export function Customizer() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${floating.button} ${floating.settings}`}
        aria-label="Theme customizer"
        title="Theme customizer"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconSettings size={16} stroke={1.75} />
      </button>
      <SideDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        size={400}
        title="Theme customizer"
        // A light overlay, because the user wants to see the page that changes.
        overlayProps={{ backgroundOpacity: 0.2 }}
        classNames={{
          content: classes.content,
          header: classes.header,
          body: classes.body,
        }}
      >
        <Controls />
        <div className={classes.foot}>
          <Button
            fullWidth
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={() => layoutStore.reset()}
          >
            Reset to default
          </Button>
        </div>
      </SideDrawer>
    </>
  );
}

function Controls() {
  const isForced = useLayout().band !== 'wide';
  return (
    <div className={classes.controls}>
      <Control control="layoutType" />
      <Control control="sidebarVisibilitytype" />
      <Control control="layoutModeType" />
      <Control control="layoutWidth" />
      <Control control="layoutPosition" />
      <Control control="topbarColor" />
      <Control
        control="sidebarSize"
        {...(isForced && { note: 'Shown from a window width of 1025 px; your choice is kept.' })}
      />
      <Control control="sidebarView" />
      <SidebarColorControl />
      <SidebarImageControl />
      <Control control="preloader" />
    </div>
  );
}
