import { lazy, Suspense, useState } from 'react';
import { LogFrame, type LogProps } from './log-frame.tsx';
import { useWholeRows } from './log-rows.ts';

/** Beyond this many messages only those in view are in the page. */
const wholeUpTo = 300;

/** Few readers ever need it: it comes when a conversation is that long. */
const VirtualLog = lazy(() =>
  import('./virtual-log.tsx').then(
    (module) => ({ default: module.VirtualLog }),
    // Drawn whole it is slower, and all there.
    () => ({ default: (props: LogProps) => <LogFrame {...props} useRows={useWholeRows} /> }),
  ),
);

/** The conversation, whole or, when it is long, the part in view. */
export function MessageLog(props: LogProps) {
  // A log that waits for its history is another log: the place to return to exists only then.
  const key = String(props.isReady);
  // Older messages that come while it is read leave it as it began: another log would not be where the reader is.
  const [isWhole, setIsWhole] = useState({ key, value: props.items.length <= wholeUpTo });
  if (isWhole.key !== key) setIsWhole({ key, value: props.items.length <= wholeUpTo });
  if (isWhole.value) return <LogFrame key={key} {...props} useRows={useWholeRows} />;
  return (
    <Suspense fallback={<div className="terminal-log-frame" aria-busy="true" />}>
      <VirtualLog key={key} {...props} />
    </Suspense>
  );
}
