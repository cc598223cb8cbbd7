using System;

namespace Adwarden
{
    public enum AdwardenState { NeverAsked, Asking, Answered, Failed }

    /// <summary>What went wrong. The README says what to do.</summary>
    public enum AdwardenCause
    {
        BadAddress, BadDefaults, NoPermission, NoAnswer, Redirected, NotOurs, BadRequest, Unauthorized, Refused
    }

    /// <summary>How asking the server goes.</summary>
    public sealed class AdwardenStatus
    {
        internal AdwardenStatus(AdwardenState state, AdwardenFailure failure)
        {
            State = state;
            Failure = failure;
        }

        public AdwardenState State { get; }

        /// <summary>The last failure since the start, also when answers came after it; null when all went well.</summary>
        public AdwardenFailure Failure { get; }

        public override string ToString() =>
            Failure == null ? State.ToString() : $"{State} ({Failure.At:u} {Failure.Cause}: {Failure.Message})";
    }

    public sealed class AdwardenFailure
    {
        internal AdwardenFailure(AdwardenCause cause, string message, long at)
        {
            Cause = cause;
            Message = message;
            At = DateTimeOffset.FromUnixTimeMilliseconds(at);
        }

        public AdwardenCause Cause { get; }

        /// <summary>For developers, in English.</summary>
        public string Message { get; }
        public DateTimeOffset At { get; }
    }
}
