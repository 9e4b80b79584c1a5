import { Toast } from 'radix-ui';
import { dismissNotice, noticeRules, useNotices } from './notice-store.ts';
import './notices.css';

const hotkey = [noticeRules.hotkey];

/** The region where notices appear: 5 s, swipe of 50 px to dismiss, F8 to reach it. */
export function NoticeRegion() {
  const notices = useNotices();
  return (
    <Toast.Provider
      // Radix pauses its clock while the pointer or the focus is on a notice, and if that notice is closed there the
      // clock never starts again: each notice gets a provider, and with it a clock, of its own.
      key={notices[0]?.id}
      duration={noticeRules.duration}
      swipeThreshold={noticeRules.swipeThreshold}
      label="Avviso"
    >
      {notices.map((notice) => (
        <Toast.Root
          key={notice.id}
          open={notice.open}
          onOpenChange={(open) => !open && dismissNotice(notice.id)}
          type={notice.tone === 'destructive' ? 'foreground' : 'background'}
          data-tone={notice.tone}
          className="notice"
        >
          <Toast.Title className="notice-title">{notice.title}</Toast.Title>
          {notice.description && (
            <Toast.Description className="notice-description">{notice.description}</Toast.Description>
          )}
          <Toast.Close aria-label="Chiudi l’avviso" className="notice-close">
            ×
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport hotkey={hotkey} label="Avvisi ({hotkey})" className="notice-region" />
    </Toast.Provider>
  );
}
