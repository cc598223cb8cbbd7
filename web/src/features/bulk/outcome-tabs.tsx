import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './outcome-tabs.module.css';

type Props<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string; count?: number }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
};

/** Tabs with counts; arrow keys move between them. */
export function OutcomeTabs<Value extends string>(props: Props<Value>) {
  const { label, tabs, value, onChange, children } = props;
  return (
    <Tabs value={value} onChange={(next) => next !== null && onChange(next as Value)}>
      <Tabs.List aria-label={label} className={classes.list}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            className={classes.tab}
            {...(tab.value === value && { 'data-autofocus': true })}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={classes.count}>{tab.count.toLocaleString('en')}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} className={classes.panel} tabIndex={-1}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
