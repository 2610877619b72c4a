"""Letters to people. Everything that mails words goes through `send_words`."""

from dataclasses import dataclass

from tournaments.services.mail import post_on_commit


@dataclass(frozen=True, slots=True)
class Letter:
    """What is written, without whom to."""

    subject: str
    text: str


def send_words(to: str, subject: str, text: str) -> None:
    """Mail a letter to one address once the transaction is through; nobody's answer waits for its fate."""
    post_on_commit(to=to, subject=subject, text=text)


NOT_ASKED = "If it was not you who asked for this, do nothing: without this letter nobody gets in."
CLOSING = "\n\nRight Bower keeps the score for euchre clubs.\n"


def sign_up_letter(link: str) -> Letter:
    """To an address without an account, from which one was asked for."""
    text = f"Choose a password here, and your account is made:\n\n{link}\n\nThe link works once, for a day. "
    return Letter("Your account at Right Bower", text + NOT_ASKED + CLOSING)


def known_letter(sign_in: str) -> Letter:
    """To an address that has an account, when somebody asks for a new one."""
    text = (
        "Somebody, you perhaps, asked to make an account with this address. It has one already. "
        f"Sign in here, or have a new password sent to you:\n\n{sign_in}\n\n{NOT_ASKED}"
    )
    return Letter("You have an account at Right Bower", text + CLOSING)


def unknown_letter(sign_up: str) -> Letter:
    """To an address without an account, when somebody wants to sign in with it."""
    text = (
        "Somebody, you perhaps, wanted to sign in with this address, and no account has it. Did you use "
        f"another one? If not, make an account here:\n\n{sign_up}\n\n{NOT_ASKED}"
    )
    return Letter("No account has this address", text + CLOSING)


def sign_in_letter(link: str) -> Letter:
    """The link that signs in."""
    text = f"Sign in here:\n\n{link}\n\nThe link works once, for a quarter of an hour. {NOT_ASKED}"
    return Letter("Sign in at Right Bower", text + CLOSING)


def password_letter(link: str) -> Letter:
    """The link that leads to a new password."""
    text = f"Choose a new password here:\n\n{link}\n\nThe link works once, for an hour. {NOT_ASKED}"
    return Letter("A new password for Right Bower", text + CLOSING)


def address_letter(link: str) -> Letter:
    """To the new address, before an account uses it."""
    text = f"Confirm here that this is your address:\n\n{link}\n\nThe link works once, for a day. {NOT_ASKED}"
    return Letter("Confirm your address", text + CLOSING)


def moved_letter(new: str) -> Letter:
    """To the address that an account used before."""
    text = (
        f"Your account at Right Bower now uses the address {new}, and letters go there. If you did not want "
        "this, tell whoever runs the service at once."
    )
    return Letter("Your account uses another address", text + CLOSING)


def invitation_letter(club: str, role: str, link: str) -> Letter:
    """The link that gives a role in a club."""
    text = (
        f"{club} invites you as {role}. Look at it here, and accept with your account or make one:\n\n{link}"
        "\n\nThe link works once, for two weeks. If you do not know the club, do nothing."
    )
    return Letter(f"{club} invites you", text + CLOSING)
