import type { ComponentType } from 'react';

/** A route's `handle`: what its page changes in the shell. */
export interface PageHandle {
  /** Replaces the header; footer, navigation and cookie notice are left out. */
  readonly Head?: ComponentType;
  /** The page has a bar at the lower edge of a phone, in place of the navigation. */
  readonly hasBar?: boolean;
}
