export function AdminPage() {
  return <main>Admin Panel</main>;
}
