import { type ComponentType, lazy } from 'react';

const Empty = () => null;

/** A lazily loaded part that is left out when it fails to load, where `lazy` would fail the page. */
export const optional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (cause) {
      console.warn('A part of the page could not be loaded:', cause);
      return { default: Empty };
    }
  });
