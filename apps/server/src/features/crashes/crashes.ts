/** Pages that crashed in a browser: logged and counted, so that somebody learns of them. */
import type { Input } from '@giftlane/contract/call.ts';
import { reportCrash } from '@giftlane/contract/crashes.ts';
import { hours } from '../../platform/durations.ts';
import type { Http } from '../../platform/http.ts';
import type { Log } from '../../platform/log.ts';
import { networkOf } from '../../platform/network.ts';
import { type Throttle, throttleKey } from '../../platform/throttle.ts';

/** Anybody can tell of a crash: neither the log nor the figure is theirs to fill. */
const mostOfNetwork = 20;
const mostInAll = 1_000;
const windowMs = hours(1);

export interface Crashes {
  /** How many were told of since the process started. */
  readonly count: number;
  /** Logs a crash and counts it; refuses `request.throttled`. */
  report(crash: Input<typeof reportCrash>['body'], address: string): Promise<void>;
}

/** Starts counting. */
export function countCrashes({ throttle, log }: { throttle: Throttle; log: Log }): Crashes {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async report(crash, address) {
      await throttle.hit(throttleKey('crash', networkOf(address)), mostOfNetwork, windowMs);
      await throttle.hit('crashes', mostInAll, windowMs);
      count += 1;
      log.warn({ page: crash.sPage, error: crash.sError, at: crash.aFrames }, 'a page crashed');
    },
  };
}

/** Serves the reports. */
export function crashRoutes(http: Http, crashes: Crashes): void {
  http.route(reportCrash, async ({ body }, { address }) => {
    await crashes.report(body, address);
    return { data: null };
  });
}
