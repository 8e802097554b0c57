/** Rarely opened entry pages. Sign-in and the splash are in the router, which saves a round trip. */
export const entryPages = {
  signUp: async () => (await import('#web/pages/entry/sign-up-page.tsx')).SignUpPage,
  resetPassword: async () => (await import('#web/pages/entry/reset-password-page.tsx')).ResetPasswordPage,
  updatePassword: async () => (await import('#web/pages/entry/update-password-page.tsx')).UpdatePasswordPage,
  mailSent: async () => (await import('#web/pages/entry/mail-sent-page.tsx')).MailSentPage,
  mailValidate: async () => (await import('#web/pages/entry/mail-validate-page.tsx')).MailValidatePage,
  welcome: async () => (await import('#web/pages/entry/welcome-page.tsx')).WelcomePage,
  unsubscribe: async () => (await import('#web/pages/entry/unsubscribe-page.tsx')).UnsubscribePage,
  logout: async () => (await import('#web/pages/entry/logout-page.tsx')).LogoutPage,
}
