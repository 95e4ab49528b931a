"""Every act that writes, one function per verb: check, write, record who, queue. Others only call
it.

Here stand what all acts share: who acts, the audit, and that a double post is harmless.
"""
