import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * A part of a page that is loaded beside it, and left out where it does not come: the page is as good without it,
 * and would be gone if it waited for one who never comes.
 */
export const optional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (cause) {
      console.warn('A part of the page did not come:', cause);
      return { default: Nothing };
    }
  });
